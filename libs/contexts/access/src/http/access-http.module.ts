import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessModule } from '../access.module';
import { ApiKeysController } from '../api-keys/api-keys.controller';
import { SignatureSanitizer } from '../write/signature-sanitizer';
import { AbilitiesController } from './abilities.controller';
import { CustomerSettingsController } from './customer-settings.controller';
import { CustomersController } from './customers.controller';
import { IpWhitelistController } from './ip-whitelist.controller';
import { PermissionsController } from './permissions.controller';
import { AssetCookiesController } from './sign-in/asset-cookies.controller';
import { SignInController } from './sign-in/sign-in.controller';
import { TeamsController } from './teams.controller';
import { UsersController } from './users.controller';

@Module({
  imports: [CqrsModule, AccessModule],
  controllers: [
    CustomerSettingsController,
    AbilitiesController,
    ApiKeysController,
    AssetCookiesController,
    CustomersController,
    IpWhitelistController,
    PermissionsController,
    SignInController,
    TeamsController,
    UsersController,
  ],
  providers: [SignatureSanitizer],
})
export class AccessHttpModule {}
