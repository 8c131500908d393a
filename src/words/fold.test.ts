import { expect, it } from 'vitest';
import { analyse } from '../search/analyse.ts';

it.each([
  ['organisations generalised minimising customisable', 'organizations generalized minimizing customizable'],
  ['behaviour tumours vapour', 'behavior tumors vapor'],
  ['centre fibres catalogue dialogues', 'center fibers catalog dialogs'],
  ['misspelt learnt', 'misspelled learned'],
  ['licence defence offence', 'license defense offense'],
  [
    'haemoglobin anaemia ischaemic oestrogen oedema foetal diarrhoea',
    'hemoglobin anemia ischemic estrogen edema fetal diarrhea',
  ],
  ['sulphur grey programme artefacts judgement aluminium', 'sulfur gray program artifacts judgment aluminum'],
])('the British %s means the American %s', (british, american) => {
  expect(analyse(british)).toEqual(analyse(american));
});

it('leaves words alone that only look British', () => {
  expect(analyse('precise revised')).toEqual(analyse('precision revision'));
  const looks = 'hour source journal tournament aerodynamic released';
  expect(analyse(looks)).toEqual(['hour', 'sourc', 'journal', 'tournament', 'aerodynam', 'releas']);
});
