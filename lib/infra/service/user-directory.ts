import { Duration, Lazy, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ServiceFunction } from '../functions/service-function.ts';
import { acknowledge } from '../permissions/acknowledge.ts';
import type { Provision } from '../permissions/provision.ts';
import type { Settings } from '../settings.ts';

export interface UserDirectoryProps {
  /** Of the function that says who may make an account. */
  readonly needs: readonly Provision[];
  /** Whether nothing but the operator's word deletes it: nobody can bring the passwords back. */
  readonly protected: Settings['protected'];
}

/**
 * Where people sign in to the dashboard unless the operator names an issuer of their own: a user pool of Cognito. It costs
 * nothing up to 10,000 people a month (https://aws.amazon.com/cognito/pricing/), and nothing runs for it. Only whom an
 * owner has let in makes an account; the pool sees that the address is theirs.
 */
export class UserDirectory extends Construct {
  readonly issuer: string;
  readonly poolId: string;
  /** Known once it was said where people come back to. */
  readonly clientId: string;
  readonly #pool: UserPool;
  #client: UserPoolClient | undefined;

  constructor(scope: Construct, id: string, { needs, protected: isProtected }: UserDirectoryProps) {
    super(scope, id);
    const { stackName, account, region } = Stack.of(this);
    const mayMakeAccount = new ServiceFunction(this, 'BeforeSignUp', { entry: 'identity/before-sign-up', needs });
    this.#pool = new UserPool(this, 'Pool', {
      featurePlan: FeaturePlan.LITE,
      selfSignUpEnabled: true,
      lambdaTriggers: { preSignUp: mayMakeAccount as IFunction },
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // An address that was changed opens what it opened before until the new one is confirmed.
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true }, fullname: { required: false, mutable: true } },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: isProtected,
      removalPolicy: isProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(this.#pool, {
      'AwsSolutions-COG2': 'each person turns a second factor on; an issuer of your own may ask it of everybody',
      'AwsSolutions-COG8': 'the plan that costs nothing has what a directory of a few invited people needs',
    });
    // Addresses of one region must differ, whoever has them.
    this.#pool.addDomain('Domain', { cognitoDomain: { domainPrefix: `${stackName.toLowerCase()}-${account}` } });
    this.poolId = this.#pool.userPoolId;
    this.issuer = `https://cognito-idp.${region}.amazonaws.com/${this.poolId}`;
    this.clientId = Lazy.string({
      produce: () => {
        if (!this.#client) throw new Error('it was never said where people come back to');
        return this.#client.userPoolClientId;
      },
    });
  }

  /** Says where people come back to. */
  returnTo(url: string): void {
    this.#client = this.#pool.addClient('Dashboard', {
      // What cannot be kept from whoever reads the stack is no secret: the challenge of each sign-in does instead.
      generateSecret: false,
      authFlows: {},
      preventUserExistenceErrors: true,
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [url],
      },
      // They are read once, at once.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
  }
}
