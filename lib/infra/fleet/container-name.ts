/** The name of the container that runs a task's worker. */
export const containerName = 'capture';
