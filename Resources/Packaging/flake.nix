# Nix. Read by Nix itself, not tried with its packages: their Swift is too old to build the sources, so
# the package is made of the static program that `make dist` leaves beside it.
{
  description = "Notes in the terminal, kept as plain Markdown files";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { nixpkgs, ... }:
    let
      pkgs = nixpkgs.legacyPackages.x86_64-linux;
    in
    {
      packages.x86_64-linux.default = pkgs.stdenvNoCC.mkDerivation {
        pname = "notes-tui";
        version = "@VERSION@";
        src = ./. + "/notes-tui-@VERSION@-linux-x86_64.tar.gz";
        dontStrip = true;
        installPhase = ''
          mkdir -p "$out"
          cp -R bin share "$out"/
        '';
        meta = {
          description = "Notes in the terminal, kept as plain Markdown files";
          license = pkgs.lib.licenses.mit;
          mainProgram = "notes-tui";
          platforms = [ "x86_64-linux" ];
        };
      };
    };
}
