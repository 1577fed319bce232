// Options of the commands that settle a question.

export const reasonOption = {
  reason: { type: "text", value: "TEXT", summary: "why; the asker is told" },
} as const;

export const keyOption = {
  key: {
    type: "text",
    value: "KEY",
    summary: "the same act with the same key counts once, however often it is tried",
  },
} as const;
