/**
 * Has clients of AWS ask in this region, wherever the shell points; without one, where the shell says, also by the name that
 * only the aws command knows.
 */
export const askIn = (region: string | undefined): void => {
  const there = region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  if (there !== undefined) process.env.AWS_REGION = there;
};
