import code from "../python/figure.py" with { type: "text" };
import { type Step, StepFailure } from "../step.ts";

const pngSignature = [0x89, 0x50, 0x4e, 0x47];

export const drawFigure: Step = {
  title: "A figure",
  you: "Show me.",
  async run({ assistant, notebook, save, check }) {
    const { success, pictures, images: [image] } = await assistant.run(notebook, { code, timeout: 120 });
    if (!success || image === undefined) throw new StepFailure("the run gave no image");
    check(
      pictures.length === 1 && (image.width ?? 0) > 1000,
      "the assistant sees the picture in the answer itself",
    );
    const bytes = await assistant.readImage(image.resource_uri);
    const path = await save("rides.png", bytes);
    check(
      pngSignature.every((byte, index) => bytes[index] === byte) && bytes.length === image.bytes,
      `the whole picture: ${path}`,
    );
  },
};
