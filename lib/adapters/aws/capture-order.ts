/** How a capture worker is told what it is for: by the environment of its task, which the order overrides. */
export const receiveOrder = async (): Promise<NodeJS.ProcessEnv> => process.env;

/** How far the worker is: nobody asks, for Fargate gives each task a machine of its own. */
export const tell = (_: 'arrived' | 'through'): void => undefined;
