#!/bin/sh
# Installs with apt the programs that tests need and that are not here: servers, a browser, a terminal. Never
# fails the build: tests without their program are left out, and pytest says so again at its end.

# One line for each: the program, and the package that brings it.
needed='
postgres                 postgresql
redis-server             redis-server
chromium-headless-shell  chromium-headless-shell
nginx                    nginx-light
tmux                     tmux
'

lacking() { # the packages whose programs are nowhere that the tests look
    (
        for folder in /usr/lib/postgresql/*/bin; do PATH=$PATH:$folder; done
        echo "$needed" | while read -r program package; do
            [ -z "$program" ] || command -v "$program" >/dev/null || echo "$package"
        done
    )
}

update() { # what apt knows, once
    [ -z "${updated-}" ] || return 1
    updated=yes
    apt-get $quick update
}

install() { # as root: the packages, without starting what they serve
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
        trap 'rm -f "$policy"' EXIT
        trap 'exit 1' HUP INT TERM
        printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
    fi
    export DEBIAN_FRONTEND=noninteractive
    # Where there is no network, that is known soon.
    quick='-qq -o DPkg::Lock::Timeout=60 -o Acquire::Retries=1 -o Acquire::http::Timeout=15'
    failed=0
    for package; do
        get="apt-get $quick install --yes --no-install-recommends $package"
        $get || { update && $get; } || failed=1
    done
    return "$failed"
}

if [ "${1-}" = --as-root ]; then
    shift
    install "$@"
    exit
fi

packages=$(lacking)
[ -n "$packages" ] || exit 0

if command -v apt-get >/dev/null; then
    if [ "$(id -u)" = 0 ]; then
        as_root=env
    elif sudo -n true 2>/dev/null; then
        as_root='sudo -n'
    fi
    if [ -n "${as_root-}" ]; then
        echo "installing for the tests:" $packages
        said=$($as_root sh "$0" --as-root $packages 2>&1 </dev/null) || echo "$said" >&2
    fi
fi

for package in $(lacking); do
    echo "!!! MISSING: $package. TESTS THAT NEED IT WILL BE LEFT OUT. apt-get install $package" >&2
done
exit 0
