/**
 * Id of the element below a blog with the viewer's comments that are visible to nobody else; an address may refer to
 * it.
 */
export const heldCommentsId = 'held-comments';
