import { Injectable } from '@nestjs/common';
import { Config } from '@parley/platform/config/config';
import { GuardedAddress } from '@parley/platform/http/guarded-address';

/** Which addresses apps may call at all, whatever their manifests say. */
@Injectable()
export class AppAddresses extends GuardedAddress {
  constructor({ appsAllowedHosts: allowed = [], publicUrl, port, operatorPort = port }: Config) {
    super({ allowed, publicUrl, ownPorts: [port, operatorPort] }, 'app_host_refused');
  }
}
