/** What a deployment consists of, as CloudFormation knows it. */
import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';

export interface Resource {
  /** As the stack calls it: where it is in the tree of constructs, and eight digits. */
  readonly id: string;
  readonly type: string;
  /** As AWS calls it: a name, an ARN, or a queue's URL. */
  readonly name: string;
  /** When a deployment has last made or changed it. */
  readonly changed_at: Date;
}

export interface Deployment {
  readonly status: string;
  readonly resources: readonly Resource[];
  /** The release, where the stack says so. */
  readonly version?: string | undefined;
}

/** What has no such thing behind it: it was left to itself by an update, or is only being made. */
const isNotThere = /^DELETE_(COMPLETE|SKIPPED)$|^CREATE_IN_PROGRESS$/;

export const readDeployment = async (client: CloudFormationClient, stackName: string): Promise<Deployment> => {
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
  const resources: Resource[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client },
    { StackName: stackName },
  )) {
    for (const one of StackResourceSummaries) {
      const { LogicalResourceId: id, ResourceType: type, PhysicalResourceId: name } = one;
      const { ResourceStatus: status = '', LastUpdatedTimestamp: changed_at = new Date(0) } = one;
      if (id && type && name && !isNotThere.test(status)) resources.push({ id, type, name, changed_at });
    }
  }
  const version = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'Version')?.OutputValue;
  return { status: stack?.StackStatus ?? 'unknown', resources, version };
};

/** The names of a deployment's resources of a type, where asked with ids that look so. */
export const namesOf = ({ resources }: Deployment, type: string, id = /./): string[] =>
  resources.filter((one) => one.type === type && id.test(one.id)).map(({ name }) => name);

/** Ids of queues of what was lost: see lib/infra/functions/lost-and-found.ts. */
export const lostId = /Lost[0-9A-F]{8}$/;

/** The part of an ARN, or of a queue's URL, that people know it by. */
export const shortName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);
