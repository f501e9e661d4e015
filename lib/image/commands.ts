/** How somebody with Docker makes an image of the folder of a worker. */
import type { WorkerName } from '../capture/build/worker.ts';
import type { Architecture } from './architectures.ts';
import { ecrNameOf } from './ecr-name.ts';
import { tagOf } from './release-tag.ts';

interface Making {
  readonly folder: string;
  readonly worker: WorkerName;
  readonly architecture: Architecture;
  /** The release that the worker is of. */
  readonly version: string;
  /** Where the image is pushed to, if it is. */
  readonly repository?: string | undefined;
}

const signingIn = (repository: string): string[] => {
  const name = ecrNameOf(repository);
  if (name === undefined) return [];
  const { registry, region } = name;
  return [`aws ecr get-login-password --region ${region} | docker login --username AWS --password-stdin ${registry}`];
};

/** The commands, in their order. The last one of those that push says how the settings of a deployment name the image. */
export const commandsFor = ({ folder, worker, architecture, version, repository }: Making): string[] => {
  const image = `${repository ?? worker}:${tagOf(version)}`;
  const build = `docker build --platform linux/${architecture} --tag ${image} ${folder}`;
  if (repository === undefined) return [build];
  return [
    build,
    ...signingIn(repository),
    `docker push ${image}`,
    `docker inspect --format '{{index .RepoDigests 0}}' ${image}`,
  ];
};
