/** A field and the rule that it breaks, such as `businessHours.days.mon.0.to` and `overlap`. */
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
