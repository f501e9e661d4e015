import { Lazy } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Answerer } from './gateway.ts';

/**
 * Who the gateway is to functions: a role that names those that it may call, instead of a permission on each of them,
 * which would be a resource for each. There is one for every kind of resource, since a role holds no more than 10,240
 * characters (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html), which is some 80 functions.
 */
class GatewayCaller extends Construct {
  readonly role: Role;
  readonly #called = new Set<string>();

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    this.role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: Lazy.list({ produce: () => [...this.#called] }),
      }),
    );
  }

  mayCall({ called }: Answerer): void {
    this.#called.add(called.functionArn);
  }
}

/** The roles in which a gateway calls functions, by what they are about. */
export const gatewayCallers = (scope: Construct) => {
  const callers = new Map<string, GatewayCaller>();
  return {
    /** The role that may call this one. */
    of(to: Answerer): Role {
      const caller = callers.get(to.room) ?? new GatewayCaller(scope, `Calls${to.room}`);
      callers.set(to.room, caller);
      caller.mayCall(to);
      return caller.role;
    },
  };
};
