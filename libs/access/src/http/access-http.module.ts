import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessModule } from '../access.module';
import { CustomerSettingsController } from './customer-settings.controller';
import { IpWhitelistController } from './ip-whitelist.controller';
import { PermissionsController } from './permissions.controller';
import { SignInController } from './sign-in/sign-in.controller';
import { TeamsController } from './teams.controller';
import { UsersController } from './users.controller';

@Module({
  imports: [CqrsModule, AccessModule],
  controllers: [
    CustomerSettingsController,
    IpWhitelistController,
    PermissionsController,
    SignInController,
    TeamsController,
    UsersController,
  ],
})
export class AccessHttpModule {}
