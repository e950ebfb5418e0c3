/** A field that breaks a rule: `businessHours.days.mon.0.to`, `overlap`. */
export interface BrokenRule {
  field: string;
  rule: SettingRule;
}

export type SettingRule =
  | 'required'
  | 'too_long'
  | 'not_whole'
  | 'out_of_range'
  | 'unknown_value'
  | 'time'
  | 'order'
  | 'overlap'
  | 'time_zone'
  | 'date'
  | 'duplicate'
  | 'too_many'
  | 'unknown_variable'
  | 'site';
