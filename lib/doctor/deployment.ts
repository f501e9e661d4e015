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
}

export interface Deployment {
  readonly status: string;
  readonly resources: readonly Resource[];
}

export const readDeployment = async (client: CloudFormationClient, stackName: string): Promise<Deployment> => {
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
  const resources: Resource[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client },
    { StackName: stackName },
  )) {
    for (const { LogicalResourceId: id, ResourceType: type, PhysicalResourceId: name } of StackResourceSummaries) {
      if (id && type && name) resources.push({ id, type, name });
    }
  }
  return { status: stack?.StackStatus ?? 'unknown', resources };
};

/** The names of a deployment's resources of a type, where asked with ids that look so. */
export const namesOf = ({ resources }: Deployment, type: string, id = /./): string[] =>
  resources.filter((one) => one.type === type && id.test(one.id)).map(({ name }) => name);

/** Ids of queues of what was lost: see lib/infra/functions/lost-and-found.ts. */
export const lostId = /Lost[0-9A-F]{8}$/;

/** The part of a queue's URL that people know it by. */
export const queueName = (url: string): string => url.slice(url.lastIndexOf('/') + 1);
