/** Asks the server for an analysis, and polls its progress. */

import { api } from "../core/api";
import type { SittingAnalysis } from "../protocol";

const PAUSE = 1000;
/** How often an analysis whose process has died is requested again. */
const MOST_DEATHS = 2;

export class AnalysisRequest {
  progress = $state(0);
  analysis = $state.raw<SittingAnalysis | null>(null);
  error = $state.raw<unknown>(null);
  /** Why there is no analysis: it failed, or no process computes it any more. */
  trouble = $state<"failed" | "interrupted" | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private deaths = 0;

  constructor(private readonly id: string) {}

  ask(): void {
    this.error = this.trouble = null;
    this.deaths = 0;
    void this.look(true);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async look(isAsking: boolean): Promise<void> {
    try {
      const { phase, progress, analysis } = await (isAsking ? api.analyse(this.id) : api.analysis(this.id));
      this.progress = progress;
      this.analysis = analysis ?? null;
      if (phase === "working") this.timer = setTimeout(() => void this.look(false), PAUSE);
      else if (phase === "none" && this.deaths++ < MOST_DEATHS) void this.look(true);
      else if (phase !== "ready") this.trouble = phase === "failed" ? "failed" : "interrupted";
    } catch (error) {
      this.error = error;
    }
  }
}
