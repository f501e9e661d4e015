import { createHash } from 'node:crypto';
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ILogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Identity } from '../functions/service-function.ts';
import { type Provision, permit } from './provision.ts';

/**
 * One log for many functions, and one role for all of them that need exactly the same: each may still do what it needs
 * and nothing else, at a third of the resources. The log's streams are named after the functions.
 */
export class SharedIdentity extends Construct {
  readonly logGroup: ILogGroup;
  readonly #roles = new Map<string, Role>();

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    }) as ILogGroup;
  }

  /** Who a function with these needs is. */
  of(needs: readonly Provision[]): Identity {
    const statements = needs.flatMap((need) => need.statements ?? []).map((statement) => statement.toStatementJson());
    const allowed = JSON.stringify(Stack.of(this).resolve(statements));
    const role = this.#roles.get(allowed) ?? this.#make(allowed, needs);
    this.#roles.set(allowed, role);
    return { role, logGroup: this.logGroup };
  }

  #make(allowed: string, needs: readonly Provision[]): Role {
    // Named after what it allows: another set of permissions is another role, whichever functions there are.
    const name = createHash('sha256').update(allowed).digest('hex').slice(0, 8);
    const role = new Role(this, `Role${name}`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(role);
    permit(role, needs);
    return role;
  }
}
