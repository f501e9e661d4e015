/** Whether AWS runs this process, and reads what it writes: Lambda and ECS say so by this variable. */
export const isOnAws = (): boolean => process.env.AWS_EXECUTION_ENV !== undefined;
