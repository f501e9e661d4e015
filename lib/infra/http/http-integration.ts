import { Lazy } from 'aws-cdk-lib';
import {
  HttpIntegrationType,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** Calls a function as somebody who may. */
class FunctionIntegration extends HttpRouteIntegration {
  readonly #function: IFunction;
  readonly #caller: Role;

  constructor(id: string, called: IFunction, caller: Role) {
    super(id);
    this.#function = called;
    this.#caller = caller;
  }

  override bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.#function.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.#caller),
    };
  }
}

/**
 * Who the gateway is to functions: a role that names those that it may call, instead of a permission on each of them,
 * which would be a resource for each. There is one for every kind of resource, since a role holds no more than 10,240
 * characters (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html), which is some 80 functions.
 */
export class GatewayCaller extends Construct {
  readonly #role: Role;
  readonly #called: string[] = [];

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    this.#role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: Lazy.list({ produce: () => this.#called }),
      }),
    );
  }

  /** How the gateway calls a function. */
  calling(id: string, called: IFunction): HttpRouteIntegration {
    this.#called.push(called.functionArn);
    return new FunctionIntegration(id, called, this.#role);
  }
}
