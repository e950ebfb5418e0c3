import { defaultCustomerSettings, type CustomerEvent, type CustomerSettings } from '@parley/contracts/events';
import { NotFound, Rejected, type Decider } from '@parley/event-sourcing/decider/decider';
import { domainName } from './domain-name';
import { changesTo, isCustomerSetting } from './customer-settings';

export type CustomerCommand =
  | {
      type: 'Register';
      name: string;
      /** The host at which the organisation's users sign in. */
      domain: string;
      /** Name of the storage folder that contains the organisation's files. */
      storageName: string;
    }
  | { type: 'AddDomain'; domain: string }
  | { type: 'RemoveDomain'; domain: string }
  | { type: 'ChangeSettings'; settings: Partial<CustomerSettings> }
  | { type: 'RequestUsers'; wanted: number };

export interface CustomerState {
  isRegistered: boolean;
  /** Hosts at which the organisation's users sign in. */
  domains: readonly string[];
  settings: CustomerSettings;
  /** The number of users that the organisation last asked for; null if its limit has changed since. */
  usersRequested: number | null;
}

/** An organisation that uses Parley (`customer` in the API). */
export const customer: Decider<CustomerCommand, CustomerState, CustomerEvent> = {
  initialState: { isRegistered: false, domains: [], settings: defaultCustomerSettings, usersRequested: null },

  decide(command, state) {
    if (command.type === 'Register') {
      if (state.isRegistered) return [];
      const { name, domain, storageName } = command;
      if (domainName(domain) !== domain) throw new Rejected('domain_invalid');
      return [{ type: 'CustomerRegistered', data: { name, domain, storageName } }];
    }
    if (!state.isRegistered) throw new NotFound();
    if (command.type === 'RequestUsers') return requestUsers(command.wanted, state);
    if (command.type === 'AddDomain') return addDomain(command.domain, state);
    if (command.type === 'RemoveDomain') return removeDomain(command.domain, state);
    const wrong = Object.entries(command.settings).find(([name, value]) => !isCustomerSetting(name, value));
    if (wrong) throw new Rejected('setting_invalid', wrong[0]);
    return changesTo(command.settings, state.settings).map((data) => ({
      type: 'CustomerSettingChanged',
      data,
    }));
  },

  evolve(state, event) {
    switch (event.type) {
      case 'CustomerRegistered':
        return { ...state, isRegistered: true, domains: [event.data.domain] };
      case 'CustomerDomainAdded':
        return { ...state, domains: [...state.domains, event.data.domain] };
      case 'CustomerDomainRemoved':
        return { ...state, domains: state.domains.filter((domain) => domain !== event.data.domain) };
      case 'CustomerSettingChanged':
        return {
          ...state,
          settings: { ...state.settings, [event.data.name]: event.data.value },
          usersRequested: event.data.name === 'limitUsers' ? null : state.usersRequested,
        };
      case 'UserLimitRaiseRequested':
        return { ...state, usersRequested: event.data.wanted };
    }
  },
};

function requestUsers(wanted: number, { settings, usersRequested }: CustomerState): CustomerEvent[] {
  const { limitUsers: limit } = settings;
  if (limit === -1 || wanted <= limit) throw new Rejected('setting_invalid', 'wanted');
  return wanted === usersRequested ? [] : [{ type: 'UserLimitRaiseRequested', data: { limit, wanted } }];
}

function addDomain(domain: string, { domains }: CustomerState): CustomerEvent[] {
  if (domainName(domain) !== domain) throw new Rejected('domain_invalid');
  return domains.includes(domain) ? [] : [{ type: 'CustomerDomainAdded', data: { domain } }];
}

function removeDomain(domain: string, { domains }: CustomerState): CustomerEvent[] {
  if (!domains.includes(domain)) return [];
  // The last domain has to stay, because users find their organisation only by a domain.
  if (domains.length === 1) throw new Rejected('domain_last');
  return [{ type: 'CustomerDomainRemoved', data: { domain } }];
}
