"""PPO on the vector environment, in one file: Classic alone, on the CPU.

python examples/ppo.py [--seconds 240] [--games 1000] [--out ppo.json]

The policy scores each legal action by what it does to its pile, so it is small and learns within
minutes. The curve is saved as JSON; baselines.ipynb draws it.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from tenback.envs import TableVectorEnv, unpacked
from tenback.envs.sections import flat, flat_size
from tenback.fastsim.actions import END
from tenback.fastsim.tables import LOWEST_CARD

TABLES, STEPS, EPOCHS, BATCHES = 256, 64, 4, 8
MOST_LEGAL = 33
"""Eight cards on four piles, and the end of the turn."""
FEATURES = 8
LEARNING_RATE, CLIP, LAMBDA, ENTROPY = 1e-3, 0.2, 0.95, 0.005
SEED, EVALUATION_SEED = 1, 2
"""Evaluation uses different deals from learning."""


class Agent(nn.Module):
    """Scores legal actions, and estimates how many cards will still be laid."""

    def __init__(self) -> None:
        super().__init__()
        self.policy = nn.Sequential(
            nn.Linear(FEATURES, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1)
        )
        self.value = nn.Sequential(nn.Linear(flat_size(), 128), nn.Tanh(), nn.Linear(128, 1))

    def forward(self, seen: Any) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """Return how likely each of the legal actions is, and the value."""
        features, is_legal, facts = seen
        scores = self.policy(features).squeeze(-1).masked_fill(~is_legal, -1e9)
        return torch.distributions.Categorical(logits=scores), self.value(facts).squeeze(-1)


def look(observations: Any, masks: Any) -> tuple[Any, Any]:
    """Return the agent's inputs, and the actions that its choices stand for."""
    legal = np.argsort(-masks, axis=1, kind="stable")[:, :MOST_LEGAL]
    is_legal = np.take_along_axis(masks, legal, 1) > 0
    is_legal[~is_legal.any(1), 0] = True  # the game is over, so the action does not matter
    facts = unpacked(observations)
    tops, unseen = (facts["tops"] * 100).round(), facts["unseen"]
    is_end = legal >= END
    cards, piles = np.where(is_end, 0, legal // 4 + LOWEST_CARD), np.where(is_end, 0, legal % 4)
    sign = np.where(piles < 2, 1.0, -1.0)
    top = np.take_along_axis(tops, piles, 1)
    step = np.where(is_end, 0.0, (cards - top) * sign)
    before = np.concatenate([np.zeros((len(unseen), 1)), unseen.cumsum(1)], axis=1)
    low, high = np.minimum(cards, top), np.maximum(cards, top)
    high, low = (np.take_along_axis(before, line.astype(int), 1) for line in (high, low))
    passed = np.where(is_end, 0.0, high - low)
    is_due = np.repeat(facts["played"] < facts["minimum"], legal.shape[1], 1)
    features = np.stack(
        [
            is_end,
            step / 20,
            step == -10,
            np.clip(step, -10, 10) / 10,
            passed / 10,
            is_due,
            np.repeat(facts["draws"][:, :1], legal.shape[1], 1),
            sign * (top - 50) / 50,
        ],
        axis=-1,
    )
    seen = (
        torch.as_tensor(features, dtype=torch.float32),
        torch.as_tensor(is_legal),
        torch.as_tensor(flat(observations)),
    )
    return seen, legal


def evaluate(agent: Agent | None, count: int) -> dict[str, float]:
    """Return the average cards left and the win rate; without an agent, of random play."""
    envs, chance = TableVectorEnv(count), np.random.default_rng(EVALUATION_SEED)
    observations, infos = envs.reset(seed=EVALUATION_SEED)
    left, won, is_counted = np.zeros(count), np.zeros(count), np.zeros(count, bool)
    while not is_counted.all():
        masks = infos["action_mask"]
        if agent is None:
            actions = (chance.random(masks.shape) * masks).argmax(1)
        else:
            seen, legal = look(observations, masks)
            with torch.no_grad():
                best = agent(seen)[0].logits.argmax(1).numpy()
            actions = legal[np.arange(count), best]
        observations, _, is_over, _, infos = envs.step(actions)
        new = is_over & ~is_counted
        if new.any():
            left[new], won[new], is_counted = (
                infos["left"][new],
                infos["won"][new],
                is_counted | new,
            )
    return {"left": float(left.mean()), "won": float(won.mean())}


def learn(agent: Agent, optimizer: Any, rollout: Any) -> None:
    """Make good actions more likely, with PPO's clipped objective."""
    seen, choices, logs, advantages, returns = rollout
    for _ in range(EPOCHS):
        for part in torch.randperm(len(choices)).chunk(BATCHES):
            policy, values = agent([each[part] for each in seen])
            ratio = (policy.log_prob(choices[part]) - logs[part]).exp()
            gain = advantages[part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = loss + 0.5 * (values - returns[part]).square().mean()
            loss = loss - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main(seconds: float, games: int, out: Path | None) -> None:
    """Learn for some time; print the curve and save it."""
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    agent, envs = Agent(), TableVectorEnv(TABLES)
    optimizer = torch.optim.Adam(agent.parameters(), lr=LEARNING_RATE, eps=1e-5)
    observations, infos = envs.reset(seed=SEED)
    was_over, steps, begun = np.zeros(TABLES, bool), 0, time.perf_counter()
    curve = [{"steps": 0, "seconds": 0.0, **evaluate(agent, games)}]
    while curve[-1]["seconds"] < seconds:
        lines: list[Any] = []
        for _ in range(STEPS):
            seen, legal = look(observations, infos["action_mask"])
            with torch.no_grad():
                policy, values = agent(seen)
                choices = policy.sample()
            actions = legal[np.arange(TABLES), choices.numpy()]
            observations, rewards, is_over, _, infos = envs.step(actions)
            logs = policy.log_prob(choices)
            lines.append((seen, choices, logs, values, rewards, was_over, is_over))
            was_over = is_over
        with torch.no_grad():
            following = agent(look(observations, infos["action_mask"])[0])[1]
        advantage, advantages = torch.zeros(TABLES), list[torch.Tensor]()
        for _, _, _, values, rewards, _, is_over in reversed(lines):
            goes_on = torch.as_tensor(~is_over, dtype=torch.float32)
            error = torch.as_tensor(rewards, dtype=torch.float32) + following * goes_on - values
            advantage = error + LAMBDA * goes_on * advantage
            advantages.insert(0, advantage)
            following = values
        counts = torch.as_tensor(np.concatenate([~line[5] for line in lines]))
        parts = [torch.cat([line[0][part] for line in lines])[counts] for part in range(3)]
        done, logs, values = (torch.cat([line[at] for line in lines])[counts] for at in (1, 2, 3))
        gains = torch.cat(advantages)[counts]
        learn(agent, optimizer, (parts, done, logs, gains, gains + values))
        steps += TABLES * STEPS
        if steps % (10 * TABLES * STEPS) == 0:
            point = {
                "steps": steps,
                "seconds": time.perf_counter() - begun,
                **evaluate(agent, games),
            }
            curve.append(point)
            print(json.dumps(point), file=sys.stderr)
    told = {"random": evaluate(None, games), "curve": curve}
    print(json.dumps({"random": told["random"], "last": curve[-1]}))
    if out is not None:
        out.write_text(json.dumps(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--games", type=int, default=1000, help="how many each evaluation plays")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    main(arguments.seconds, arguments.games, arguments.out)
