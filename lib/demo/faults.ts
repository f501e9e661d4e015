/** Why a bot failed, in the words of whoever met with it: a demo's folder goes with the demo, and with it all logs. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const most = 5;
const isFault = (line: string): boolean => /"level":"(?:error|warn)"/.test(line);

/** The last lines that the service has said of the bot, and its workers have written down, that tell of something wrong. */
export const faultsOf = async (
  id: string,
  { said, data_dir }: { readonly said: readonly string[]; readonly data_dir: string },
): Promise<readonly string[]> => {
  const logs = join(data_dir, 'logs');
  const files = (await readdir(logs).catch(() => [])).filter((file) => file.startsWith(id));
  const written = await Promise.all(files.map((file) => readFile(join(logs, file), 'utf8')));
  const lines = [...said.filter((line) => line.includes(id)), ...written.flatMap((text) => text.split('\n'))];
  return lines.filter(isFault).slice(-most);
};
