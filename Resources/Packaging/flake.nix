# Nix. Read by Nix itself, not tried with its packages: their Swift is too old to build the sources, so
# the package is made of the static program that `make dist` leaves beside it.
{
  description = "Notes in the terminal, kept as plain Markdown files";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { nixpkgs, ... }:
    let
      pkgs = nixpkgs.legacyPackages.@MACHINE@-linux;
    in
    {
      packages.@MACHINE@-linux.default = pkgs.stdenvNoCC.mkDerivation {
        pname = "notes-tui";
        version = "@VERSION@";
        src = ./. + "/notes-tui-@VERSION@-linux-@MACHINE@.tar.gz";
        dontStrip = true;
        installPhase = ''
          mkdir -p "$out"
          cp -R bin share "$out"/
        '';
        meta = {
          description = "Notes in the terminal, kept as plain Markdown files";
          # Its own, and those of what is linked into it.
          license = with pkgs.lib.licenses; [
            mit
            asl20
            beerware
            bsd2
            bsd3
            gpl3Plus
            isc
            lgpl21Plus
            mpl11
            publicDomain
            zlib
          ];
          sourceProvenance = [ pkgs.lib.sourceTypes.binaryNativeCode ];
          mainProgram = "notes-tui";
          platforms = [ "@MACHINE@-linux" ];
        };
      };
    };
}
