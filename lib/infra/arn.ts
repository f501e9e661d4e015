/** The region that an ARN names: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html */
export const regionOfArn = (arn: string): string | undefined => arn.split(':')[3];
