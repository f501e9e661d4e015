/** Where capture tasks stand in a network. */
import {
  GatewayVpcEndpointAwsService,
  type IConnectable,
  type InterfaceVpcEndpoint,
  InterfaceVpcEndpointAwsService,
  type IVpc,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { acknowledge } from '../permissions/acknowledge.ts';
import type { Settings } from '../settings.ts';

/** What a capture task asks of AWS but for the table and the media, each by its name. */
const services = {
  Images: InterfaceVpcEndpointAwsService.ECR,
  ImageLayers: InterfaceVpcEndpointAwsService.ECR_DOCKER,
  Logs: InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS,
  Queues: InterfaceVpcEndpointAwsService.SQS,
  Executions: InterfaceVpcEndpointAwsService.STEP_FUNCTIONS,
  Functions: InterfaceVpcEndpointAwsService.LAMBDA,
} as const;

type NetworkSettings = Pick<Settings, 'subnets' | 'vpcId' | 'subnetIds' | 'vpcEndpoints'>;

/**
 * The operator's own network, or a new one. In public subnets tasks have addresses of their own, as WebRTC likes best, and need no
 * NAT gateway, which costs by the hour and by the GB. In private ones they go out through one, but for what they ask of the table
 * and of S3, to which endpoints lead that cost nothing.
 */
export class Network extends Construct {
  readonly vpc: IVpc;
  readonly subnetIds: readonly string[];
  /** Whether tasks have addresses of their own. */
  readonly hasPublicIp: boolean;
  readonly #endpoints: InterfaceVpcEndpoint[] = [];

  constructor(scope: Construct, id: string, { subnets, vpcId, subnetIds, vpcEndpoints }: NetworkSettings) {
    super(scope, id);
    this.hasPublicIp = subnets === 'public';
    if (vpcId !== undefined && subnetIds !== undefined) {
      // Nothing is asked of it but its id: the subnets are named.
      this.vpc = Vpc.fromVpcAttributes(this, 'Vpc', { vpcId, availabilityZones: ['any'] });
      this.subnetIds = subnetIds;
      return;
    }
    const isPrivate = subnets === 'private';
    const hidden = { name: 'private', subnetType: SubnetType.PRIVATE_WITH_EGRESS };
    const made = new Vpc(scope, 'Vpc', {
      maxAzs: 2,
      natGateways: isPrivate ? 1 : 0,
      subnetConfiguration: [{ name: 'public', subnetType: SubnetType.PUBLIC }, ...(isPrivate ? [hidden] : [])],
      restrictDefaultSecurityGroup: false,
    });
    acknowledge(made, {
      'AwsSolutions-VPC7':
        'flow logs of media streams would cost more than the bots; operators turn them on when they need them',
    });
    if (isPrivate) {
      made.addGatewayEndpoint('Media', { service: GatewayVpcEndpointAwsService.S3 });
      made.addGatewayEndpoint('Table', { service: GatewayVpcEndpointAwsService.DYNAMODB });
    }
    if (vpcEndpoints) {
      for (const [name, service] of Object.entries(services)) {
        this.#endpoints.push(made.addInterfaceEndpoint(name, { service, open: false }));
      }
    }
    this.vpc = made as IVpc;
    this.subnetIds = (isPrivate ? made.privateSubnets : made.publicSubnets).map(({ subnetId }) => subnetId);
  }

  /** Lets somebody ask AWS's services by the endpoints. */
  letIn(who: IConnectable): void {
    for (const endpoint of this.#endpoints) endpoint.connections.allowDefaultPortFrom(who);
  }
}
