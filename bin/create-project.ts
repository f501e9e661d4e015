/**
 * `npm run create-project -- <outputs file> <name>`: makes a project in the deployment whose outputs the file holds, and
 * prints its first API key and webhook secret, which are shown this once. Uses the credentials of whoever runs it.
 */
import { readFileSync } from 'node:fs';
import { openSecretBox } from '../lib/adapters/aws/secret-box.ts';
import { openTable } from '../lib/adapters/aws/table.ts';
import { readOutputs } from '../lib/infra/outputs.ts';
import { systemClock } from '../lib/ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../lib/storage/projects.ts';
import { createCreateProject } from '../lib/usecases/create-project.ts';

const [file, name] = process.argv.slice(2);
if (!file || !name) {
  console.error('usage: npm run create-project -- <outputs file of cdk deploy> <name of the project>');
  process.exit(1);
}

const { ApiUrl, TableName, SecretKeyId } = readOutputs(readFileSync(file, 'utf8'));
process.env.TABLE_NAME = TableName;
process.env.SECRET_KEY_ID = SecretKeyId;
const table = openTable();
const credentials = await createCreateProject({
  projects: projectRepository(table),
  apiKeys: apiKeyRepository(table),
  secretBox: openSecretBox(),
  clock: systemClock,
})(name);
console.log(JSON.stringify({ base_url: ApiUrl, ...credentials }, null, 2));
