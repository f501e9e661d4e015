/** A service that acts for somebody else's account must not be able to use what is of this stack. */
import { describe, expect, it } from 'vitest';
import { aTemplate, mostOf } from './stack.ts';

interface Statement {
  readonly Principal?: { readonly Service?: string };
  readonly Condition?: unknown;
}

/**
 * Services that take on roles without saying for whom: a condition on that would keep them out. Nobody in another account can name
 * these roles to them, for whoever names a role must be allowed to pass it on (iam:PassRole), which is so within an account alone.
 */
const sayNothing: Readonly<Record<string, string>> = {
  'lambda.amazonaws.com': 'execution roles of functions',
  'apigateway.amazonaws.com': 'by which the API calls functions',
};
/** Of ECS the same is so where it pulls an image and writes a log, but not where a task uses its role. */
const isExecutionRole = (id: string): boolean => /ExecutionRole[0-9A-F]{8}$/.test(id);

const template = aTemplate(mostOf);
const statementsOf = (types: readonly string[]) =>
  types.flatMap((type) =>
    Object.entries(template.findResources(type)).flatMap(([id, { Properties: of }]) =>
      ((of.AssumeRolePolicyDocument ?? of.PolicyDocument ?? of.KeyPolicy).Statement as Statement[]).flatMap(
        ({ Principal, Condition }) => (Principal?.Service ? [{ id, service: Principal.Service, Condition }] : []),
      ),
    ),
  );

const roles = statementsOf(['AWS::IAM::Role']).filter(
  ({ id, service }) => !(service in sayNothing) && !isExecutionRole(id),
);
const policies = statementsOf(
  ['SQS::QueuePolicy', 'SNS::TopicPolicy', 'S3::BucketPolicy', 'KMS::Key'].map((type) => `AWS::${type}`),
);

describe('a service', () => {
  it('takes on a role, or sends to a queue or a topic: there are such', () => {
    const services = [...roles, ...policies].map(({ service }) => service);
    expect([...new Set(services)].sort()).toEqual([
      ...['cloudwatch', 'ecs-tasks', 'events', 'scheduler', 'states'].map((name) => `${name}.amazonaws.com`),
    ]);
  });

  it.each([...roles, ...policies])('is let in only for this account, or one resource of it: $service by $id', (one) => {
    expect(JSON.stringify(one.Condition)).toMatch(/"aws:Source(?:Account|Arn)":\{"(?:Ref|Fn::GetAtt)"/);
  });

  it.each(Object.entries(template.findResources('AWS::Lambda::Permission')))(
    'calls a function only as %s says',
    (_, of) => {
      expect(of.Properties.SourceArn ?? of.Properties.SourceAccount).toBeDefined();
    },
  );
});
