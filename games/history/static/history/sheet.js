// The score sheet: printing it, and drawing its picture as PNG in the browser.
(() => {
  "use strict";

  const SHARP = 2;
  const print = document.getElementById("print");
  const png = document.getElementById("png");

  print.hidden = false;
  print.addEventListener("click", () => window.print());
  if (!png) return;
  png.hidden = false;

  function loaded(address) {
    return new Promise((resolve, reject) => {
      const picture = new Image();
      picture.addEventListener("load", () => resolve(picture));
      picture.addEventListener("error", reject);
      picture.src = address;
    });
  }

  png.addEventListener("click", async () => {
    png.disabled = true;
    try {
      const picture = await loaded(png.dataset.picture);
      await picture.decode();
      const canvas = document.createElement("canvas");
      canvas.width = picture.naturalWidth * SHARP;
      canvas.height = picture.naturalHeight * SHARP;
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      const file = await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      link.download = png.dataset.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    } catch {
      location.assign(png.dataset.picture);
    } finally {
      png.disabled = false;
    }
  });
})();
