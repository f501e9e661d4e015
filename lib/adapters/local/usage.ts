/** What capture workers use of their machine: on one machine nobody is told it, as all of them share it. */
export const tellUsage = (_bot_id: string): Disposable => ({ [Symbol.dispose]: () => undefined });
