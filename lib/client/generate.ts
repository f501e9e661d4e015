/** Makes the client out of the OpenAPI document, by Redocly's generator: no dependencies, no timestamp. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const config = fileURLToPath(new URL('../../redocly.yaml', import.meta.url));
const generator = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

/** The source of a client for the document. @throws with the generator's words when it refuses */
export const generatedClient = (openApi: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'meeting-bots-client-'));
  try {
    const [input, output] = [join(folder, 'openapi.json'), join(folder, 'client.ts')];
    writeFileSync(input, openApi);
    const { status, stderr } = spawnSync(
      process.execPath,
      [generator, 'generate-client', input, '--output', output, '--config', config],
      { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    if (status !== 0) throw new Error(`no client could be generated: ${stderr}`);
    return readFileSync(output, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
};
