/** What a contact writes by, whichever provider carries it. */
export type Platform =
  | 'business_messages'
  | 'direct_messages'
  | 'email'
  | 'instagram'
  | 'messenger'
  | 'sms'
  | 'telegram'
  | 'test'
  | 'web'
  | 'whatsapp';
