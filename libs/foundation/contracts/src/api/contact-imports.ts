import { contactFields, type ContactField } from '../events/contact.events';
import { normalizeText } from '../rules/normalized-text';

/** Kinds of jobs. */
export const CHECK_IMPORT = 'contact-import-check';
export const RUN_IMPORT = 'contact-import';
export const UNDO_IMPORT = 'contact-import-undo';

/** Bytes of a file. */
export const LARGEST_IMPORT = 50 * 1024 * 1024;
export const MOST_IMPORT_ROWS = 200_000;
export const MOST_IMPORT_COLUMNS = 100;
/** Characters of a cell; a row that has a longer one is rejected. */
export const IMPORT_CELL_LENGTH = 1_000;
/** Days for which an import, its file and its rows are kept, and can be undone. */
export const IMPORT_KEPT_DAYS = 30;
/** Labels that an import puts on its contacts at most. */
export const MOST_IMPORT_LABELS = 20;

export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type CsvEncoding = (typeof csvEncodings)[number];

export const csvDelimiters = [',', ';'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

export interface CsvFormat {
  encoding: CsvEncoding;
  delimiter: CsvDelimiter;
}

/** Where a column of the file goes: into a field, a custom attribute, the opt-in, metadata of a name, or nowhere. */
export type ImportColumn =
  | { to: 'field'; field: ContactField }
  | { to: 'attribute'; attributeId: string }
  | { to: 'optIn' }
  | { to: 'metadata'; name: string }
  | null;

/** What is to be done with a row whose contact is known. */
export const ifKnownChoices = ['update', 'skip'] as const;
export type IfKnown = (typeof ifKnownChoices)[number];

export interface ImportSettings {
  /** One for each column of the file, in its order. */
  columns: ImportColumn[];
  /** Whose numbers those without a country are: two letters; null: they are rejected. */
  country: string | null;
  ifKnown: IfKnown;
  labelIds: string[];
  /** A fixed list that the contacts are added to. */
  listId: string | null;
}

export const importOutcomes = ['create', 'update', 'skip', 'reject'] as const;
/** What is done with a row. */
export type ImportOutcome = (typeof importOutcomes)[number];

/** Where an import stands: its file is mapped, checked, imported, or undone. A job does the last three. */
export const importSteps = ['map', 'check', 'import', 'undo'] as const;
export type ImportStep = (typeof importSteps)[number];

/** GET /api/v3/contact-imports/{id} */
export interface ContactImport extends CsvFormat {
  id: string;
  fileName: string;
  /** Bytes. */
  size: number;
  /** Rows below the header, as they were counted when the file came. */
  rows: number;
  userId: string;
  header: string[];
  /** The first rows, five at most. */
  sample: string[][];
  settings: ImportSettings;
  step: ImportStep;
  /** The job of the step; null while the file is mapped. */
  jobId: string | null;
  /** Whether the job of the step has come to its end. */
  isStepDone: boolean;
  /** How many rows are to end so; of rows that are not checked yet, nothing. */
  counts: Record<ImportOutcome, number>;
  /** Rows that were created or updated, and rows whose import failed in spite of the check. */
  imported: number;
  failed: number;
  /** Of an undo: contacts that are as they were, and contacts that were left since they were changed meanwhile. */
  undone: number;
  kept: number;
  /** ISO 8601 UTC. */
  createdAt: string;
  expiresAt: string;
}

/** A row of a file, with what is or was done with it. */
export interface ImportRow {
  /** The line of the file on which it begins, from 1. */
  line: number;
  cells: string[];
  outcome: ImportOutcome;
  /** Why it is skipped, rejected, failed or kept; null where nothing is wrong. */
  code: string | null;
  /** The column that is at fault, from 0. */
  column: number | null;
  /** Whom it makes or changes. */
  contactId: string | null;
}

/** GET /api/v3/contact-imports/{id}/rows */
export interface ImportRowsResponse {
  data: ImportRow[];
  /** Names the next page as `after`. */
  next: number | null;
}

/** Names of columns that say which field they are, in the three languages, without case, accents and punctuation. */
const headerWords: Record<ContactField, string[]> = {
  name: [
    ...['name', 'full name', 'contact', 'contact name', 'customer', 'customer name', 'display name'],
    ...['nombre', 'nombre completo', 'contacto', 'cliente', 'nombre y apellidos'],
    ...['naam', 'volledige naam', 'klant', 'klantnaam', 'contactpersoon'],
  ],
  phone: [
    ...[
      'phone',
      'phone number',
      'mobile',
      'mobile phone',
      'mobile number',
      'cell',
      'telephone',
      'whatsapp',
      'tel',
    ],
    ...['telefono', 'numero de telefono', 'movil', 'telefono movil', 'celular'],
    ...['telefoon', 'telefoonnummer', 'mobiel', 'mobiel nummer', 'gsm', 'telefoonnr'],
  ],
  email: [
    ...['email', 'e mail', 'email address', 'e mail address', 'mail'],
    ...['correo', 'correo electronico', 'direccion de correo'],
    ...['e mailadres', 'emailadres', 'mailadres'],
  ],
  company: [
    ...['company', 'company name', 'organisation', 'organization', 'business'],
    ...['empresa', 'compania', 'organizacion'],
    ...['bedrijf', 'bedrijfsnaam', 'organisatie'],
  ],
  jobTitle: ['job title', 'title', 'position', 'role', 'cargo', 'puesto', 'functie', 'functietitel'],
  reference: [
    ...['reference', 'ref', 'customer number', 'customer id', 'client id', 'external id'],
    ...['referencia', 'numero de cliente', 'id de cliente'],
    ...['referentie', 'klantnummer', 'kenmerk'],
  ],
  street: ['street', 'street name', 'address', 'calle', 'direccion', 'straat', 'straatnaam', 'adres'],
  houseNumber: ['house number', 'house no', 'number', 'numero', 'huisnummer', 'nr'],
  zipCode: [...['zip', 'zip code', 'postal code', 'postcode', 'post code'], ...['codigo postal', 'cp']],
  city: ['city', 'town', 'ciudad', 'localidad', 'poblacion', 'stad', 'plaats', 'woonplaats'],
  province: ['province', 'county', 'provincia', 'provincie'],
  state: ['state', 'region', 'estado', 'staat', 'regio'],
  country: ['country', 'country code', 'pais', 'codigo de pais', 'land', 'landcode'],
};

const optInWords = new Set([
  ...['opt in', 'optin', 'opted in', 'subscribed', 'marketing', 'newsletter'],
  ...['consentimiento', 'suscrito', 'acepta publicidad'],
  ...['toestemming', 'aangemeld', 'nieuwsbrief'],
]);

const agreed: Record<'yes' | 'no', readonly string[]> = {
  yes: ['yes', 'y', 'true', '1', 'x', 'si', 's', 'ja', 'j', 'opted in', 'subscribed'],
  no: ['no', 'n', 'false', '0', 'nee', 'opted out', 'unsubscribed'],
};

/** Whether a cell says that somebody agreed to campaign messages; null where it says neither. */
export function optInOf(cell: string): boolean | null {
  const word = plain(cell);
  if (agreed.yes.includes(word)) return true;
  return agreed.no.includes(word) ? false : null;
}

const fieldOfWords = new Map(
  contactFields.flatMap((field) => headerWords[field].map((words) => [words, field] as const)),
);

/** Each column of a header by the field that its name says, each field once; null where the name says none. */
export function columnsOf(header: readonly string[]): ImportColumn[] {
  const taken = new Set<ContactField | 'optIn'>();
  return header.map((name) => {
    const words = plain(name);
    if (optInWords.has(words) && !taken.has('optIn')) {
      taken.add('optIn');
      return { to: 'optIn' };
    }
    const field = fieldOfWords.get(words);
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return { to: 'field', field };
  });
}

function plain(name: string): string {
  return normalizeText(name, 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
