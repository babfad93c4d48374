/** Short messages that disappear by themselves, and announcements for screen readers. */

/** Returns a text in the current language. */
export type Text = () => string;
type Notice = { id: number; say: Text; kind: "refusal" | "advice" };

const SHOWN_FOR = 6000;
/** More would cover the table. */
const MOST = 1;
const LOG_KEPT = 40;

export class Notices {
  list = $state.raw<Notice[]>([]);
  /** Announced when there is time. */
  polite = $state("");
  /** Announced at once. */
  urgent = $state("");
  /** What has happened, newest first, for people who look away. */
  log = $state.raw<{ id: number; say: Text; pile: string | null }[]>([]);
  private count = 0;

  /** Shows something for a while; `drop` removes it earlier, by what is returned. */
  show(say: Text, kind: Notice["kind"] = "advice"): number {
    const id = (this.count += 1);
    const text = say();
    this.list = [...this.list.filter((old) => old.say() !== text), { id, say, kind }].slice(-MOST);
    setTimeout(() => this.drop(id), SHOWN_FOR);
    return id;
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** Removes refusals of what the player has tried before. */
  clearRefusals(): void {
    this.list = this.list.filter(({ kind }) => kind !== "refusal");
  }

  /** Announces something to screen readers. */
  announce(text: string): void {
    if (text) this.polite = text === this.polite ? `${text}\u00a0` : text;
  }

  /** Keeps what has happened, and the pile that it is about. */
  note(say: Text, pile: string | null = null): void {
    if (say()) this.log = [{ id: (this.count += 1), say, pile }, ...this.log].slice(0, LOG_KEPT);
  }

  /** Removes messages that asked for something that is no longer possible. */
  clearAlert(): void {
    this.urgent = "";
  }

  alert(text: string): void {
    this.urgent = text === this.urgent ? `${text}\u00a0` : text;
  }
}
