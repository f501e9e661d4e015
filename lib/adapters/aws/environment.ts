/** The named environment variable. @throws Error that says which one to set */
export const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`the environment variable ${name} is not set`);
  return value;
};
