/**
 * The time zone of most people whose numbers begin with a calling code, from the IANA time zone database
 * (zone1970.tab). For a country with several zones, the most populous zone.
 */
const zones: Readonly<Record<string, string>> = {
  '1': 'America/New_York',
  '7': 'Europe/Moscow',
  '20': 'Africa/Cairo',
  '27': 'Africa/Johannesburg',
  '30': 'Europe/Athens',
  '31': 'Europe/Amsterdam',
  '32': 'Europe/Brussels',
  '33': 'Europe/Paris',
  '34': 'Europe/Madrid',
  '36': 'Europe/Budapest',
  '39': 'Europe/Rome',
  '40': 'Europe/Bucharest',
  '41': 'Europe/Zurich',
  '43': 'Europe/Vienna',
  '44': 'Europe/London',
  '45': 'Europe/Copenhagen',
  '46': 'Europe/Stockholm',
  '47': 'Europe/Oslo',
  '48': 'Europe/Warsaw',
  '49': 'Europe/Berlin',
  '51': 'America/Lima',
  '52': 'America/Mexico_City',
  '53': 'America/Havana',
  '54': 'America/Argentina/Buenos_Aires',
  '55': 'America/Sao_Paulo',
  '56': 'America/Santiago',
  '57': 'America/Bogota',
  '58': 'America/Caracas',
  '60': 'Asia/Kuala_Lumpur',
  '61': 'Australia/Sydney',
  '62': 'Asia/Jakarta',
  '63': 'Asia/Manila',
  '64': 'Pacific/Auckland',
  '65': 'Asia/Singapore',
  '66': 'Asia/Bangkok',
  '81': 'Asia/Tokyo',
  '82': 'Asia/Seoul',
  '84': 'Asia/Ho_Chi_Minh',
  '86': 'Asia/Shanghai',
  '90': 'Europe/Istanbul',
  '91': 'Asia/Kolkata',
  '92': 'Asia/Karachi',
  '94': 'Asia/Colombo',
  '98': 'Asia/Tehran',
  '212': 'Africa/Casablanca',
  '213': 'Africa/Algiers',
  '216': 'Africa/Tunis',
  '233': 'Africa/Accra',
  '234': 'Africa/Lagos',
  '254': 'Africa/Nairobi',
  '297': 'America/Aruba',
  '351': 'Europe/Lisbon',
  '352': 'Europe/Luxembourg',
  '353': 'Europe/Dublin',
  '354': 'Atlantic/Reykjavik',
  '356': 'Europe/Malta',
  '357': 'Asia/Nicosia',
  '358': 'Europe/Helsinki',
  '359': 'Europe/Sofia',
  '370': 'Europe/Vilnius',
  '371': 'Europe/Riga',
  '372': 'Europe/Tallinn',
  '380': 'Europe/Kyiv',
  '381': 'Europe/Belgrade',
  '385': 'Europe/Zagreb',
  '386': 'Europe/Ljubljana',
  '420': 'Europe/Prague',
  '421': 'Europe/Bratislava',
  '502': 'America/Guatemala',
  '503': 'America/El_Salvador',
  '504': 'America/Tegucigalpa',
  '505': 'America/Managua',
  '506': 'America/Costa_Rica',
  '507': 'America/Panama',
  '591': 'America/La_Paz',
  '593': 'America/Guayaquil',
  '595': 'America/Asuncion',
  '597': 'America/Paramaribo',
  '598': 'America/Montevideo',
  '599': 'America/Curacao',
  '852': 'Asia/Hong_Kong',
  '886': 'Asia/Taipei',
  '961': 'Asia/Beirut',
  '962': 'Asia/Amman',
  '965': 'Asia/Kuwait',
  '966': 'Asia/Riyadh',
  '971': 'Asia/Dubai',
  '972': 'Asia/Jerusalem',
  '974': 'Asia/Qatar',
};

/** All zones that `zoneOfPhone` can return. */
export const phoneZones: readonly string[] = [...new Set(Object.values(zones))];

/**
 * The time zone of a phone number, by its calling code.
 * @param phone with its plus: `+31612345678`
 * @returns null if the calling code is not listed
 */
export function zoneOfPhone(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  for (const length of [3, 2, 1]) {
    const zone = zones[digits.slice(0, length)];
    if (zone) return zone;
  }
  return null;
}
