/** How large the tasks of capture workers are. Fargate sells only some pairs of CPU and memory. */
export interface TaskSize {
  /** Thousandths of a vCPU, times 1.024: 1024 is one. */
  readonly cpu: number;
  readonly memoryMiB: number;
}

export const taskSizes = {
  /** A bot with its browser. */
  bots: { cpu: 1024, memoryMiB: 2048 },
  /** Five times what a minute of a stream costs (row 23 of bench/results.md): what was buffered comes all at once. */
  appSessions: { cpu: 256, memoryMiB: 1024 },
} as const satisfies Record<string, TaskSize>;
