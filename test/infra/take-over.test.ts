/** How a stack is begun with what a deleted one has left, by the program in docs/deploy-recover.md. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { snippetOf } from '../docs/snippets.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { aTemplate } from './stack.ts';

const template = aTemplate().toJSON();

/** What the program writes for a stack that is called so, with the names of what is left. */
const takeOver = async (...names: readonly string[]) => {
  await using folder = await aDataFolder();
  mkdirSync(join(folder.path, 'cdk.out'));
  writeFileSync(join(folder.path, 'cdk.out', 'MeetingBots.template.json'), JSON.stringify(template));
  const program = join(folder.path, 'take-over.mjs');
  writeFileSync(program, snippetOf('docs/deploy-recover.md', 'import { readFileSync'));
  execFileSync(process.execPath, [program, 'MeetingBots', ...names], { cwd: folder.path });
  const written = (name: string) => JSON.parse(readFileSync(join(folder.path, `take-over.${name}.json`), 'utf8'));
  return { template: written('template'), resources: written('resources') };
};

const outliving = Object.entries(template.Resources as Record<string, { Type: string; DeletionPolicy?: string }>)
  .filter(([, { DeletionPolicy = '' }]) => DeletionPolicy.startsWith('Retain'))
  .map(([id]) => id);

it('takes all that a deleted stack leaves, and nothing else', async () => {
  const { template: taken, resources } = await takeOver('table', 'bucket', 'key', 'us-east-1_pool');
  expect(Object.keys(taken.Resources)).toEqual(outliving);
  expect(resources).toEqual(
    [
      ['AWS::DynamoDB::Table', { TableName: 'table' }],
      ['AWS::S3::Bucket', { BucketName: 'bucket' }],
      ['AWS::KMS::Key', { KeyId: 'key' }],
      ['AWS::Cognito::UserPool', { UserPoolId: 'us-east-1_pool' }],
    ].map(([ResourceType, ResourceIdentifier]) => ({
      ResourceType,
      LogicalResourceId: expect.stringMatching(/^\w+$/),
      ResourceIdentifier,
    })),
  );
});

it('takes them without what the deployment makes only afterwards', async () => {
  const { template: taken } = await takeOver('table', 'bucket', 'key', 'us-east-1_pool');
  const named = JSON.stringify(taken).matchAll(/"(?:Ref|Fn::GetAtt|DependsOn)":\[?"([^"]+)"/g);
  expect([...named].map(([, name = '']) => name).filter((name) => !name.startsWith('AWS::'))).toEqual([]);
});

it('leaves a pool out that is not named', async () => {
  const { resources } = await takeOver('table', 'bucket', 'key');
  expect(resources).toHaveLength(3);
});
