import { contactFields, type ContactField } from '../events/contact.events';
import { normalizeText } from '../rules/normalized-text';

/** Kinds of jobs. */
export const CHECK_IMPORT = 'contact-import-check';
export const RUN_IMPORT = 'contact-import';
export const UNDO_IMPORT = 'contact-import-undo';

/** Maximum size of a file in bytes. */
export const MAX_IMPORT_SIZE = 50 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 200_000;
export const MAX_IMPORT_COLUMNS = 100;
/** Maximum length of a cell in characters; a row with a longer cell is rejected. */
export const IMPORT_CELL_LENGTH = 1_000;
/** Days for which an import, its file and its rows are kept and the import can be undone. */
export const IMPORT_KEPT_DAYS = 30;
/** Maximum number of labels that an import adds to its contacts. */
export const MAX_IMPORT_LABELS = 20;

export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type CsvEncoding = (typeof csvEncodings)[number];

export const csvDelimiters = [',', ';'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

export interface CsvFormat {
  encoding: CsvEncoding;
  delimiter: CsvDelimiter;
}

/** Target of a column of the file; null: the column is ignored. */
export type ImportColumn =
  | { to: 'field'; field: ContactField }
  | { to: 'attribute'; attributeId: string }
  | { to: 'optIn' }
  | { to: 'metadata'; name: string }
  | null;

/** Action for rows whose contact exists already. */
export const ifKnownChoices = ['update', 'skip'] as const;
export type IfKnown = (typeof ifKnownChoices)[number];

export interface ImportSettings {
  /** One entry per column of the file, in the same order. */
  columns: ImportColumn[];
  /** ISO 3166 code of the country of phone numbers without a country code; null: such rows are rejected. */
  country: string | null;
  ifKnown: IfKnown;
  labelIds: string[];
  /** Id of a fixed list to which the contacts are added; null: none. */
  listId: string | null;
}

export const importOutcomes = ['create', 'update', 'skip', 'reject'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** Step of an import: mapping the columns, checking, importing, undoing. A job runs each of the last three. */
export const importSteps = ['map', 'check', 'import', 'undo'] as const;
export type ImportStep = (typeof importSteps)[number];

/** GET /api/v3/contact-imports/{id} */
export interface ContactImport extends CsvFormat {
  id: string;
  fileName: string;
  /** In bytes. */
  size: number;
  /** Number of rows below the header, counted at the upload. */
  rows: number;
  userId: string;
  header: string[];
  /** The first rows, at most five. */
  sample: string[][];
  settings: ImportSettings;
  step: ImportStep;
  /** Job of the current step; null during `map`. */
  jobId: string | null;
  /** Whether the job of the current step has ended. */
  isStepDone: boolean;
  /** Number of checked rows per action. */
  counts: Record<ImportOutcome, number>;
  /** Rows that created or updated a contact, and rows that failed although the check accepted them. */
  imported: number;
  failed: number;
  /**
   * After an undo: contacts that were restored, and contacts that were left because they have changed since the
   * import.
   */
  undone: number;
  kept: number;
  /** ISO 8601 UTC. */
  createdAt: string;
  expiresAt: string;
}

/** A row of a file with its action. */
export interface ImportRow {
  /** Line of the file on which the row begins, from 1. */
  line: number;
  cells: string[];
  outcome: ImportOutcome;
  /** Reason why the row was skipped, rejected, failed or kept; null if there is none. */
  code: string | null;
  /** Index of the column that caused the reason, from 0; null if no single column did. */
  column: number | null;
  /** The contact that the row creates or updates; null if there is none. */
  contactId: string | null;
}

/** GET /api/v3/contact-imports/{id}/rows */
export interface ImportRowsResponse {
  data: ImportRow[];
  /** Value of `after` for the next page; null on the last page. */
  next: number | null;
}

/**
 * Column names by which a field is recognised, in the three languages, in lower case without accents and punctuation.
 */
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

/** Whether a cell states consent to marketing messages; null if it states neither yes nor no. */
export function optInOf(cell: string): boolean | null {
  const word = plain(cell);
  if (agreed.yes.includes(word)) return true;
  return agreed.no.includes(word) ? false : null;
}

const fieldOfWords = new Map(
  contactFields.flatMap((field) => headerWords[field].map((words) => [words, field] as const)),
);

/** Guesses the target of each column from its name, each target only once; null if the name is unknown. */
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
