import { v5 as uuidV5 } from 'uuid';
import type { Role } from '@parley/contracts/events';

const NAMESPACE = '9d3c2f0e-6a55-4a0b-8d4e-2f1c7a90b6e1';

/**
 * @returns the UUID for a name, which is the same at every start and on every machine, so that examples in the
 * documentation are valid
 */
export function demoId(name: string): string {
  return uuidV5(name, NAMESPACE);
}

interface DemoUser {
  displayName: string;
  email: string;
  role: Role;
}

export interface DemoOrganisation {
  name: string;
  domain: string;
  users: DemoUser[];
  /** Teams, with their members' e-mail addresses. */
  teams: { name: string; colour: string; members: string[] }[];
}

export const harbourBikes: DemoOrganisation = {
  name: 'Harbour Bikes',
  domain: 'harbour.example',
  users: [
    { displayName: 'Ingrid Sørensen', email: 'ingrid@harbour.example', role: 'admin' },
    { displayName: 'Mateo Álvarez', email: 'mateo@harbour.example', role: 'manager' },
    { displayName: 'Sanne de Vries', email: 'sanne@harbour.example', role: 'user' },
    { displayName: 'Amara Okafor', email: 'amara@harbour.example', role: 'user' },
    { displayName: 'Kenji Tanaka', email: 'kenji@harbour.example', role: 'user' },
  ],
  teams: [
    {
      name: 'Sales',
      colour: '#3b4fd8',
      members: ['mateo@harbour.example', 'sanne@harbour.example', 'kenji@harbour.example'],
    },
    {
      name: 'Support',
      colour: '#0f7b6c',
      members: ['mateo@harbour.example', 'amara@harbour.example', 'kenji@harbour.example'],
    },
  ],
};

/** A second organisation, to show that neither organisation can see data of the other. */
export const millStreetBakery: DemoOrganisation = {
  name: 'Mill Street Bakery',
  domain: 'millstreet.example',
  users: [
    { displayName: 'Beatriz Costa', email: 'beatriz@millstreet.example', role: 'admin' },
    { displayName: 'Tom Baker', email: 'tom@millstreet.example', role: 'user' },
  ],
  teams: [{ name: 'Counter', colour: '#a15c00', members: ['tom@millstreet.example'] }],
};
