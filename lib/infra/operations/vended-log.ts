import { CfnDeletionPolicy, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type CfnLogGroup, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/**
 * A log that a service of AWS delivers to. The service adds each to one policy of the account's, which has room for a few dozen,
 * unless the name begins so: https://docs.aws.amazon.com/step-functions/latest/dg/bp-cwl.html
 */
export const vendedLog = (scope: Construct, id: string, service: 'apigateway' | 'states'): LogGroup => {
  const log = new LogGroup(scope, id, {
    logGroupName: `/aws/vendedlogs/${service}/${Stack.of(scope).stackName}`,
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // A stack of 0.1.0 has it under another name: what is in that one stays for as long as logs are kept.
  (log.node.defaultChild as CfnLogGroup).cfnOptions.updateReplacePolicy = CfnDeletionPolicy.RETAIN;
  return log;
};
