/** What the adapters of the one-machine home are told by their process's environment. */
const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`the environment variable ${name} is not set: start the service with \`npm start\``);
  return value;
};

/** The folder that everything durable is in. */
export const dataFolder = (): string => required('DATA_DIR');
/** Where clients reach the service, without a slash at the end. */
export const baseUrl = (): string => required('BASE_URL').replace(/\/+$/, '');
