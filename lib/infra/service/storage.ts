import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type LifecycleRule } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { furthestDays } from '../../domain/calendar/followed-event.ts';
import { idPrefixes } from '../../domain/ids.ts';
import { tableIndexes } from '../../ports/table.ts';
import { acknowledge } from '../permissions/acknowledge.ts';
import type { Settings } from '../settings.ts';

/**
 * What came from meetings expires, and much later the pictures for bots that wait for theirs: a bot may be sent as far ahead as
 * any, and be put off by as much again. Where both lie says lib/storage/bots/media-names.ts.
 */
const expiringAfter = (days: number): LifecycleRule[] => [
  { prefix: idPrefixes.project, expiration: Duration.days(days) },
  { prefix: 'bot_images/', expiration: Duration.days(2 * furthestDays + days) },
];

/**
 * What outlives everything else: the table, the media bucket and the key of third parties' secrets. Kept on removal, unless the
 * operator wants nothing protected.
 */
export class Storage extends Construct {
  readonly table: ITable;
  readonly media: Bucket;
  readonly secretKey: Key;

  constructor(
    scope: Construct,
    id: string,
    { protected: isProtected, mediaRetentionDays }: Pick<Settings, 'protected' | 'mediaRetentionDays'>,
  ) {
    super(scope, id);
    const removalPolicy = isProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    // Gone again with a deployment that fails to make the stack. The table, protected from deletion, could not be.
    const removalPolicyOnceMade = isProtected ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
    const table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      // Secrets inside are sealed with a key of their own, so the table needs none that costs by the request.
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: isProtected },
      deletionProtection: isProtected,
      timeToLiveAttribute: 'expires_at',
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      removalPolicy,
    });
    for (const [indexName, { pk, sk }] of Object.entries(tableIndexes)) {
      table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: pk, type: AttributeType.STRING },
        sortKey: { name: sk, type: AttributeType.STRING },
        // Keys, and the time of expiry so that expired items can be passed over: other changes cost no index write.
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: ['expires_at'],
      });
    }
    this.table = table as ITable;
    this.media = new Bucket(this, 'Media', {
      // S3's own keys: every reader comes by the functions' role or a link they signed, and a key of ours would add
      // a request to KMS for each segment without keeping anyone out.
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // No versioning: what a client asks to be deleted must be gone.
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(2) },
        ...(mediaRetentionDays === undefined ? [] : expiringAfter(mediaRetentionDays)),
      ],
      removalPolicy: removalPolicyOnceMade,
    });
    if (!isProtected) {
      acknowledge(table, { 'AwsSolutions-DDB3': 'the operator has said that nothing is to be kept: protected=false' });
    }
    acknowledge(this.media, {
      'AwsSolutions-S1':
        'objects are reached by the roles of capture tasks and of some functions, and by links of 30 minutes; an operator who wants a log of reads turns on CloudTrail data events',
    });
    this.secretKey = new Key(this, 'SecretKey', {
      description: 'Seals the data keys of the projects of meeting-bots, which seal their secrets',
      enableKeyRotation: true,
      removalPolicy: removalPolicyOnceMade,
    });
  }
}
