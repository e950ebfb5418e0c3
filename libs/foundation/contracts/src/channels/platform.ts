/** The service with which a contact writes, independent of the provider that carries it. */
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
