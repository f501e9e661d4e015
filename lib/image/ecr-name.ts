/** The name of an image, or of a repository, in a registry of ECR. */
interface EcrName {
  /** The host of the registry. */
  readonly registry: string;
  /** Whose it is, and where. */
  readonly account: string;
  readonly region: string;
  readonly repository: string;
  readonly tag?: string | undefined;
  readonly digest?: string | undefined;
}

const name = /^((\d{12})\.dkr\.ecr\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?)\/([^:@]+)(?::([^@]+))?(?:@(.+))?$/;

/** What a name says, if it is one of ECR. */
export const ecrNameOf = (image: string): EcrName | undefined => {
  const [, registry, account, region, repository, tag, digest] = name.exec(image) ?? [];
  if (!registry || !account || !region || !repository) return undefined;
  return { registry, account, region, repository, tag, digest };
};
