/** `npm run check`: everything that can be said about the code without running it. Prints each step as it goes. */
import { spawnSync } from 'node:child_process';

// The linter would call home; redocly.yaml says no to its telemetry, this to its question for updates.
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const steps: Record<string, string[]> = {
  'format and lint': ['biome', 'check', '--error-on-warnings', '.'],
  'types, AWS home': ['tsc', '-p', 'tsconfig.json'],
  'types, local home': ['tsc', '-p', 'tsconfig.local.json'],
  'generated files': ['node', 'bin/generate.ts', '--check'],
  'OpenAPI document': ['redocly', 'lint', 'openapi.json'],
  'state machine': ['asl-validator', '--json-path', 'statemachines/bot-lifecycle.asl.json'],
  'unused code': ['knip'],
};

for (const [name, [command = '', ...args]] of Object.entries(steps)) {
  const startedAt = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(1);
}
