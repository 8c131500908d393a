/** Names of everything in an article that has a number or can be referred to. */
export const labels = {
  fig: 'Abbildung',
  tbl: 'Tabelle',
  eq: 'Gleichung',
  sec: 'Abschnitt',
  thm: 'Satz',
  lem: 'Lemma',
  cor: 'Korollar',
  prp: 'Proposition',
  cnj: 'Vermutung',
  def: 'Definition',
  exm: 'Beispiel',
  rem: 'Bemerkung',
  proof: 'Beweis',
};
