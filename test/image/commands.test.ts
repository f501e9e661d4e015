import { describe, expect, it } from 'vitest';
import { commandsFor } from '../../lib/image/commands.ts';

const given = {
  folder: 'out/worker',
  worker: 'capture-worker',
  architecture: 'amd64',
  version: '0.1.0+39c0adfab1f2',
} as const;

describe('the commands that make an image of a folder', () => {
  it('build it for the processors of its tasks, and name it after the worker and the release', () => {
    expect(commandsFor(given)).toEqual([
      'docker build --platform linux/amd64 --tag capture-worker:0.1.0-39c0adfab1f2 out/worker',
    ]);
  });

  it('bring it into a repository of ECR, and say its digest, by which a setting names it', () => {
    const registry = '123456789012.dkr.ecr.eu-central-1.amazonaws.com';
    const tag = `${registry}/ci/bots:0.1.0-39c0adfab1f2`;
    expect(commandsFor({ ...given, repository: `${registry}/ci/bots` })).toEqual([
      `docker build --platform linux/amd64 --tag ${tag} out/worker`,
      `aws ecr get-login-password --region eu-central-1 | docker login --username AWS --password-stdin ${registry}`,
      `docker push ${tag}`,
      `docker inspect --format '{{index .RepoDigests 0}}' ${tag}`,
    ]);
  });

  it('leave it to others to sign in to another registry', () => {
    expect(commandsFor({ ...given, repository: 'registry.example.com/bots' }).slice(1)).toEqual([
      'docker push registry.example.com/bots:0.1.0-39c0adfab1f2',
      "docker inspect --format '{{index .RepoDigests 0}}' registry.example.com/bots:0.1.0-39c0adfab1f2",
    ]);
  });
});
