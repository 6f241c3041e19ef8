/**
 * The project file inboxctl.yaml, as people write it, and the settings that planning works with.
 */
import * as z from 'zod';

const globs = z.array(z.string());

/** inboxctl.yaml. Everything is optional. */
export const projectFile = z
  .strictObject({
    version: z.literal(1).nullish().meta({ description: 'The version of this format.', default: 1 }),
    rules: z
      .array(z.string().min(1))
      .min(1)
      .nullish()
      .meta({ description: 'Folders of rule files, or rule files, relative to this file.', default: ['rules'] }),
    undeclared: z.enum(['delete', 'keep']).nullish().meta({
      description: 'What happens to live rules that no file declares.',
      default: 'delete',
    }),
    ignore: globs.nullish().meta({
      description: 'Globs of names of live rules that are never touched. `*` is any run of characters.',
      default: [],
    }),
    actionOrder: z.enum(['exact', 'any']).nullish().meta({
      description: 'any: the order of actions does not count as a difference.',
      default: 'exact',
    }),
    ignoreDifferences: z
      .array(
        z.strictObject({
          rule: z.string().meta({ description: 'Glob of rule names.' }),
          fields: globs.min(1).meta({ description: 'Globs of paths, such as `actions/*/fields/folderName`.' }),
        }),
      )
      .nullish()
      .meta({ description: 'Differences that never cause a replace.', default: [] }),
    guard: z
      .strictObject({
        maxDeletes: z
          .union([z.int().min(0), z.string().regex(/^(100|[1-9]?[0-9])%$/)])
          .nullish()
          .meta({
            description:
              'The most rules that one apply deletes: a number, taken exactly, or a share of the live rules that are not ignored, rounded down, then at least 2.',
            default: '25%',
          }),
      })
      .nullish()
      .meta({ description: 'Stops an apply that would delete too much.' }),
  })
  .meta({ description: 'A project of inboxctl.' });

export type WrittenProject = z.infer<typeof projectFile>;

/** The settings that decide what a plan contains, with nothing left out. */
export interface PlanSettings {
  undeclared: 'delete' | 'keep';
  ignore: string[];
  actionOrder: 'exact' | 'any';
  ignoreDifferences: { rule: string; fields: string[] }[];
  maxDeletes: number | string;
}

/** The defaults stand here and in the descriptions of the schema alone. */
export function planSettings(written: WrittenProject): PlanSettings {
  return {
    undeclared: written.undeclared ?? 'delete',
    ignore: written.ignore ?? [],
    actionOrder: written.actionOrder ?? 'exact',
    ignoreDifferences: written.ignoreDifferences ?? [],
    maxDeletes: written.guard?.maxDeletes ?? '25%',
  };
}
