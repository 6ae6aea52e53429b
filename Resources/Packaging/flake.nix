# Nix. Not tried there. Made of the tarball that `make dist` leaves beside it.
{
  description = "Notes in the terminal, kept as plain Markdown files";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { nixpkgs, ... }:
    let
      package =
        system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
        in
        assert pkgs.lib.assertMsg (pkgs.lib.versionAtLeast pkgs.swift.version "6.2")
          "notes-tui needs Swift 6.2 or newer, and this nixpkgs has ${pkgs.swift.version}";
        pkgs.swift.stdenv.mkDerivation {
          pname = "notes-tui";
          version = "@VERSION@";
          src = ./. + "/notes-tui-@VERSION@.tar.gz";
          nativeBuildInputs = [
            pkgs.pkg-config
            pkgs.swift
            pkgs.swiftpm
          ];
          buildInputs = [
            pkgs.cmark-gfm
            pkgs.expat
            pkgs.gumbo
            pkgs.hunspell
            pkgs.libmd
            pkgs.libsodium
            pkgs.libvterm-neovim
            pkgs.libyaml
            pkgs.minizip
            pkgs.ncurses
            pkgs.pcre2
            pkgs.sqlite
            pkgs.zlib
            pkgs.zstd
          ];
          NOTES_TUI_LINK = "runtime";
          makeFlags = [ "PREFIX=${placeholder "out"}" ];
          buildFlags = [ "build" ];
          meta = {
            description = "Notes in the terminal, kept as plain Markdown files";
            license = pkgs.lib.licenses.mit;
            mainProgram = "notes-tui";
            platforms = pkgs.lib.platforms.linux;
          };
        };
    in
    {
      packages.x86_64-linux.default = package "x86_64-linux";
      packages.aarch64-linux.default = package "aarch64-linux";
    };
}
