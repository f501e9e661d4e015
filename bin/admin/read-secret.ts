/** Asks for something that must not be seen: neither on the screen, nor in a list of processes or a shell's history. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** What is typed behind the question, which is not shown; or all of an input that is no terminal. */
export const readSecret = async (question: string): Promise<string> => {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return text(stdin);
  stderr.write(question);
  const nowhere = new Writable({ write: (_, __, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  try {
    return await reader.question('');
  } finally {
    reader.close();
    stderr.write('\n');
  }
};
