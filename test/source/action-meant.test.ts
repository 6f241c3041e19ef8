import { expect, test } from 'vitest';
import { ACTION_TYPES, ACTIONS } from '../../src/model/action-types.ts';
import { stepsBetween } from '../../src/model/nearest.ts';
import { actionMeant, similarTypes, typeMeant } from '../../src/source/load/action-meant.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ_'];

test.each(ACTION_TYPES)('%s is known in every form, and never by its opposite', (type) => {
  for (const form of [type.toLowerCase(), type.replaceAll('_', '-'), type.replaceAll('_', ' ')]) {
    expect(typeMeant(form)).toBe(type);
    expect(actionMeant(form)).toMatchObject({ type });
    expect(actionMeant({ [form]: null })).toMatchObject({ type });
    expect(actionMeant({ action: form })).toMatchObject({ type });
    for (const off of [false, 0, 'no', 'never', 'off']) expect(actionMeant({ [form]: off })).toBeNull();
    expect(actionMeant({ unless: form })).toBeNull();
  }
  for (const turn of ['UN', 'UN_', 'NO_', 'NOT_', 'NEVER_', 'DONT_', 'WITHOUT_', 'REMOVE_', 'KEEP_', 'STOP_']) {
    expect(typeMeant(turn + type), turn + type).toBeNull();
    expect(similarTypes(turn + type), turn + type).toEqual([]);
  }
});

test.each(ACTION_TYPES.filter((type) => ACTIONS[type].risk))('%s has a risk: only a slip means it', (type) => {
  for (let at = 0; at <= type.length; at++) {
    for (const one of LETTERS) {
      for (const word of [
        type.slice(0, at) + one + one + type.slice(at),
        one + type.slice(0, at) + one + type.slice(at),
      ]) {
        const [letters, own] = [word.replaceAll('_', ''), type.replaceAll('_', '')];
        if (typeMeant(word) === type) expect(stepsBetween(letters, own), word).toBeLessThan(2);
      }
    }
  }
});
